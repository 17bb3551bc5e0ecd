/** What a connection to the signer may take, on the socket and with TLS. */
export const CONNECTION_LIMITS = {
  headersTimeout: 2000,
  requestTimeout: 4000,
  connectionsCheckingInterval: 500,
} as const;
