-- name: notify
-- Wakes the listeners of a channel.
select pg_notify(%(channel)s, %(payload)s)

-- name: try_lead
-- Whether this connection leads among those that ask under this name; until it closes.
select pg_try_advisory_lock(hashtext(%(name)s))
