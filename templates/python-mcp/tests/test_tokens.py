"""Which tokens let somebody in, and as whom."""

import time
from typing import Any

import anyio
import jwt
import pytest
from mcp.server.auth.provider import AccessToken

from fixtures.issuer import Issuer
from tokens import JwtVerifier, KeysUnavailable

URL = "https://shop.example/mcp"


@pytest.fixture
def verifier(issuer: Issuer) -> JwtVerifier:
    return JwtVerifier(issuer.url, issuer.jwks, URL)


def verified(verifier: JwtVerifier, token: str) -> AccessToken | None:
    return anyio.run(verifier.verify_token, token)


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "https://other.example/mcp"},
        {"aud": []},
        {"iss": "https://login.example"},
        {"exp": time.time() - 60},
        {"exp": "soon"},
        {"exp": float("inf")},
        {"nbf": 10_000_000_000},
        {"sub": "local"},
        {"sub": ""},
        {"sub": " alice"},
        {"sub": "alice\nbob"},
        {"sub": "a" * 256},
        {"scope": 5},
        {"client_id": ["trial"]},
    ],
)
def test_a_signed_token_is_refused_for_what_it_claims(
    verifier: JwtVerifier, issuer: Issuer, claims: dict[str, Any]
) -> None:
    assert verified(verifier, issuer.token(URL, **{"subject": "alice", **claims})) is None


@pytest.mark.parametrize("missing", ["aud", "exp", "iss", "sub"])
def test_a_token_that_leaves_a_claim_out_is_refused(verifier: JwtVerifier, issuer: Issuer, missing: str) -> None:
    claims = jwt.decode(issuer.token(URL, "alice"), options={"verify_signature": False})
    del claims[missing]
    assert verified(verifier, jwt.encode(claims, issuer.key, algorithm="ES256", headers={"kid": "k1"})) is None


def test_a_token_signed_in_another_way_is_refused(verifier: JwtVerifier, issuer: Issuer) -> None:
    claims = jwt.decode(issuer.token(URL, "alice"), options={"verify_signature": False})
    for key, algorithm in (("", "none"), ("a secret of more than 32 characters", "HS256")):
        assert verified(verifier, jwt.encode(claims, key, algorithm=algorithm, headers={"kid": "k1"})) is None


@pytest.mark.parametrize(
    ("claims", "scopes"),
    [
        ({"scope": "a b"}, ["a", "b"]),
        ({"scope": ["a", 5, "b"]}, ["a", "b"]),
        ({"scope": None, "scp": ["a"]}, ["a"]),
        ({"scope": None, "scp": "a"}, ["a"]),
        ({"scope": None}, []),
    ],
)
def test_scopes_are_read_however_the_issuer_writes_them(
    verifier: JwtVerifier, issuer: Issuer, claims: dict[str, Any], scopes: list[str]
) -> None:
    found = verified(verifier, issuer.token(URL, "alice", **claims))
    assert found and (found.subject, found.client_id, found.scopes) == ("alice", "trial", scopes)


def test_the_time_of_expiry_may_have_a_fraction_and_the_client_another_name(
    verifier: JwtVerifier, issuer: Issuer
) -> None:
    found = verified(verifier, issuer.token(URL, "alice", exp=time.time() + 60.5, client_id=None, azp="web"))
    assert found and found.client_id == "web"


def test_the_keys_are_asked_for_once_for_tokens_with_unknown_keys(verifier: JwtVerifier, issuer: Issuer) -> None:
    for number in range(5):
        stranger = jwt.encode({"sub": "alice"}, issuer.key, algorithm="ES256", headers={"kid": f"k{number + 2}"})
        assert verified(verifier, stranger) is None
    assert verified(verifier, issuer.token(URL, "alice"))
    assert issuer.asked == ["/jwks.json"]


def test_an_issuer_in_trouble_is_no_fault_of_the_token_and_not_asked_at_every_request(
    verifier: JwtVerifier, issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = issuer.pages.pop("/jwks.json")
    monkeypatch.setattr("tokens.RETRY_S", 600)
    for _ in range(3):
        with pytest.raises(KeysUnavailable):
            verified(verifier, issuer.token(URL, "alice"))
    assert len(issuer.asked) == 1
    issuer.pages["/jwks.json"] = keys
    monkeypatch.setattr("tokens.RETRY_S", 0)
    assert verified(verifier, issuer.token(URL, "alice"))
