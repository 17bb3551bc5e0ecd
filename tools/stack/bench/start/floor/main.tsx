// The smallest page on this stack: React, wagmi, viem and TanStack Query, with one field and one button.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
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

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <WagmiProvider config={wagmi}>
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>
    </WagmiProvider>,
  );
