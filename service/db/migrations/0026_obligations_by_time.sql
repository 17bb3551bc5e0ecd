-- For the value paid in the last period, where one provider alone vouches for the deposits.
create index obligations_by_time on obligations (created_at);
