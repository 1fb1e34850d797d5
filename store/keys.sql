-- name: create
-- A new key, by its digest.
insert into api_keys (digest, name, scopes) values (%(digest)s, %(name)s, %(scopes)s)

-- name: check
-- The key with this digest, unless it was revoked.
select name, scopes from api_keys where digest = %(digest)s and revoked_at is null
