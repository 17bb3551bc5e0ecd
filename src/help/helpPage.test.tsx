import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { createStore } from 'zustand/vanilla';
import type { RuntimeConfig } from '#shared/config/runtimeConfig.ts';
import { config } from '../../tools/lab/web/fixtures.ts';
import { textsIn } from '../../tools/lab/web/textsIn.ts';
import type { AppServices } from '../app/services.ts';
import { AppServicesContext } from '../app/services.ts';
import { HelpPage } from './HelpPage.tsx';

await textsIn('app', 'en');

function textOf(change: Partial<RuntimeConfig>): string {
  const store = createStore(() => ({ transfers: {} }));
  const services = { config: { ...config, ...change }, store } as unknown as AppServices;
  return renderToStaticMarkup(
    <Router ssrPath="/help">
      <AppServicesContext value={services}>
        <HelpPage of={null} />
      </AppServicesContext>
    </Router>,
  );
}

it('help explains a transfer, names the operator, and links each contract to its explorer', () => {
  const [north, south] = config.chains;
  if (!north || !south) throw new Error('the fixtures have two chains');
  const chains = [{ ...north, explorerUrl: 'https://explorer.example/' }, south];
  const html = textOf({ brand: { name: 'Harbour', operator: 'Harbour Ltd' }, chains });
  expect(html.match(/<ol[^>]*>(.*?)<\/ol>/)?.[1]?.match(/<li>/g)).toHaveLength(3);
  expect(html).toContain('Harbour Ltd');
  for (const address of [north.depositContract, north.vault])
    expect(html).toContain(`href="https://explorer.example/address/${address}"`);
  for (const address of [south.depositContract, south.vault]) expect(html).toContain(`title="${address}"`);
  expect(html).not.toContain(`address/${south.vault}`);
});

it("help links the operator's own pages, and only those that are configured", () => {
  const links = { security: 'https://harbour.example/security', terms: '/terms.html' };
  const html = textOf({ links });
  for (const url of Object.values(links)) expect(html).toContain(`href="${url}" target="_blank"`);
  expect(html).not.toContain('Status page');
  expect(textOf({})).not.toContain('Terms');
});

it('help says that there is no support contact only if none is configured', () => {
  const none = 'This app has no support contact';
  expect(textOf({})).toContain(none);
  const html = textOf({ brand: { name: 'Harbour', supportUrl: 'https://harbour.example/help' } });
  expect(html).not.toContain(none);
  expect(html).toContain('href="https://harbour.example/help"');
});
