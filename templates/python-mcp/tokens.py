"""Access tokens of callers over HTTP: checked here, made by the authorization server alone."""

import time
from typing import Any

import anyio
import jwt
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import kit

# Only asymmetric ones: with a shared secret, whoever can check a token could make one.
ALGORITHMS = ["ES256", "ES384", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "EdDSA"]
CLOCK_TOLERANCE_S = 5
MAX_SUBJECT = 255
RETRY_S = 2


class KeysUnavailable(Exception):
    """The keys of the issuer cannot be read, so nothing is known of the token."""


class Keys(jwt.PyJWKClient):
    """The keys of the issuer. For a key that it does not publish it is asked once in 30 s, whatever tokens come."""

    failed_at = float("-inf")

    def fetch_data(self) -> Any:
        # An issuer in trouble is not asked at every request: each would wait for it.
        if time.monotonic() < self.failed_at + RETRY_S:
            raise KeysUnavailable
        try:
            return super().fetch_data()
        except Exception as error:
            self.failed_at = time.monotonic()
            kit.log(f"the keys of the issuer cannot be read: {error}")
            raise KeysUnavailable from error


class JwtVerifier(TokenVerifier):
    """Takes tokens that `issuer` signed with a key of `jwks` (a URL) for `audience`, and that are valid now."""

    def __init__(self, issuer: str, jwks: str, audience: str) -> None:
        self.issuer = issuer
        self.audience = audience
        self.keys = Keys(jwks, timeout=5)

    def settings(self, url: str) -> AuthSettings:
        """For the SDK. It knows scopes of a whole server only, so the kit asks for those of a tool, at the call."""
        # The audience is checked below, so the SDK need not compare the `resource` of a token.
        given = {"issuer_url": self.issuer, "resource_server_url": url, "validate_token_resource": False}
        return AuthSettings.model_validate(given)

    async def verify_token(self, token: str) -> AccessToken | None:
        """Gives None for a token that must not let anybody in. Raises KeysUnavailable."""
        try:
            return access(token, await anyio.to_thread.run_sync(self.verified, token))
        except (jwt.PyJWTError, ArithmeticError, TypeError, ValueError) as error:  # However odd its claims are.
            kit.log(f"a token was refused: {type(error).__name__}")
            return None

    def verified(self, token: str) -> dict[str, Any]:
        """Gives the claims of a token that counts."""
        claims = jwt.decode(
            token,
            self.keys.get_signing_key_from_jwt(token),
            algorithms=ALGORITHMS,
            issuer=self.issuer,
            audience=self.audience,
            leeway=CLOCK_TOLERANCE_S,
            options={"require": ["exp", "iss", "aud", "sub"]},
        )
        # "local" is the person at this machine: no token may claim to be them.
        sub = claims["sub"]
        if sub in ("", "local") or len(sub) > MAX_SUBJECT or not sub.isprintable() or sub.strip() != sub:
            raise jwt.InvalidTokenError("the subject cannot be used")
        return claims


def access(token: str, claims: dict[str, Any]) -> AccessToken:
    """What the SDK keeps of a token. `scope` is words in a string (RFC 9068); some issuers write a list, or `scp`."""
    scope = claims.get("scope") or claims.get("scp") or []
    scopes = scope.split() if isinstance(scope, str) else [each for each in scope if isinstance(each, str)]
    client = claims.get("client_id") or claims.get("azp") or ""
    ends = int(claims["exp"]) + CLOCK_TOLERANCE_S  # The SDK looks again, and takes no fractions (RFC 7519, 2).
    return AccessToken(
        token=token, client_id=client, scopes=scopes, expires_at=ends, subject=claims["sub"], claims=claims
    )


class Answers:
    """Completes the SDK's answers to requests without a token that counts.

    A 401 says which scopes to ask for at the login, so that the first token is good for every tool. While the keys
    cannot be read it is 503 instead, because at a 401 clients throw good tokens away.
    """

    def __init__(self, app: ASGIApp, wanted: str) -> None:
        self.app = app
        self.wanted = wanted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 401:
                headers = MutableHeaders(scope=message)
                headers["www-authenticate"] += f', scope="{self.wanted}"'
            await send(message)

        try:
            await self.app(scope, receive, told)
        except KeysUnavailable:
            later = PlainTextResponse("tokens cannot be checked right now: try again later", 503, {"retry-after": "5"})
            await later(scope, receive, send)
