"""Access tokens of callers over HTTP: checked here, made by the authorization server alone."""

from typing import Any

import anyio
import jwt
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import kit

# Only asymmetric ones: with a shared secret, whoever can check a token could make one.
ALGORITHMS = ["ES256", "ES384", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "EdDSA"]
CLOCK_TOLERANCE_S = 5


class JwtVerifier(TokenVerifier):
    """Takes tokens that `issuer` signed with a key of `jwks` (a URL) for `audience`, and that are valid now."""

    def __init__(self, issuer: str, jwks: str, audience: str) -> None:
        self.issuer = issuer
        self.audience = audience
        self.keys = jwt.PyJWKClient(jwks, timeout=5)

    def settings(self, url: str) -> AuthSettings:
        """For the SDK. It knows scopes of a whole server only, so the kit asks for those of a tool, at the call."""
        # The audience is checked below, so the SDK need not compare the `resource` of a token.
        given = {"issuer_url": self.issuer, "resource_server_url": url, "validate_token_resource": False}
        return AuthSettings.model_validate(given)

    async def verify_token(self, token: str) -> AccessToken | None:
        try:
            claims = await anyio.to_thread.run_sync(self.verified, token)
        except (jwt.PyJWTError, ValueError) as error:
            kit.log(f"a token was refused: {type(error).__name__}")
            return None
        client = claims.get("client_id") or claims.get("azp") or ""
        subject, ends = claims["sub"], claims["exp"]
        return AccessToken(
            token=token, client_id=client, scopes=scopes(claims), expires_at=ends, subject=subject, claims=claims
        )

    def verified(self, token: str) -> dict[str, Any]:
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
        if claims["sub"] in ("", "local"):
            raise jwt.InvalidTokenError("the subject cannot be used")
        return claims


def scopes(claims: dict[str, Any]) -> list[str]:
    """`scope` is words in one string (RFC 9068); some issuers write a list named `scp`."""
    given = claims.get("scope", claims.get("scp", ""))
    return given.split() if isinstance(given, str) else [str(each) for each in given]


class ScopeChallenge:
    """Adds to the SDK's 401 which scopes to ask for at the login, so that the first token is good for every tool."""

    def __init__(self, app: ASGIApp, wanted: str) -> None:
        self.app = app
        self.wanted = wanted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 401:
                headers = MutableHeaders(scope=message)
                headers["www-authenticate"] += f', scope="{self.wanted}"'
            await send(message)

        await self.app(scope, receive, told)
