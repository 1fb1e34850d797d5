-- name: lock
-- Only one migrates at a time; released with the transaction.
select pg_advisory_xact_lock(hashtext('pgjudge schema'))

-- name: exists
-- Whether the database has a schema of ours.
select to_regclass('schema_version') is not null

-- name: version
-- Which one.
select number from schema_version

-- name: set_version
-- Says that the migrations arrived.
update schema_version set number = %(number)s, changed_at = now()
