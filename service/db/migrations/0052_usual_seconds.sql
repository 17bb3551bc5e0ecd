-- The newest deliveries of each route, for its usual duration: a quiet route is found beside a busy one.
create index transfers_delivered on transfers (token_name, origin_chain_name, paying_chain_id, created_at)
  where state = 'delivered';
