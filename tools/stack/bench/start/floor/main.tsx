// The smallest page on this stack: React, wagmi, viem and TanStack Query, with one field and one button. A link to a receipt asks
// the service for it and prints one of its fields.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { http } from 'viem';
import { mainnet } from 'viem/chains';
import { createConfig, useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi';

const wagmi = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } });

function Form() {
  const [amount, setAmount] = useState('');
  const { address } = useConnection();
  const { mutate: connect } = useConnect();
  const [connector] = useConnectors();
  return (
    <>
      <input aria-label="Amount" value={amount} onChange={(event) => setAmount(event.target.value)} />
      <button type="button" onClick={() => connector && connect({ connector })}>
        {address ?? 'Connect wallet'}
      </button>
    </>
  );
}

function Receipt({ url }: { readonly url: string }) {
  const body = JSON.stringify({ from_chain_hash: new URLSearchParams(window.location.search).get('hash') });
  const { data } = useQuery({
    queryKey: [body],
    queryFn: async () => {
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return response.json();
    },
  });
  return data ? <output>{data.data.to_chain_hash}</output> : null;
}

const receiptUrl = new URLSearchParams(window.location.search).get('receipt');

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <WagmiProvider config={wagmi}>
      <QueryClientProvider client={new QueryClient()}>
        {receiptUrl === null ? <Form /> : <Receipt url={receiptUrl} />}
      </QueryClientProvider>
    </WagmiProvider>,
  );
