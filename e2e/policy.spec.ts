import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from './support/test.ts';

test('the page refuses injected scripts, and connects only to the configured service and chains', {
  tag: '@core',
}, async ({ page, stack }) => {
  await page.goto('/');
  const outcome = await page.evaluate(() => {
    const inline = document.createElement('script');
    let refusedText = false;
    try {
      inline.textContent = 'window.hasRun = true';
    } catch {
      refusedText = true;
    }
    document.head.append(inline);
    let refusedHtml = false;
    try {
      document.createElement('div').innerHTML = '<img src=x onerror="window.hasRun = true">';
    } catch {
      refusedHtml = true;
    }
    return { refusedText, refusedHtml, hasRun: 'hasRun' in window };
  });
  expect(outcome).toEqual({ refusedText: true, refusedHtml: true, hasRun: false });

  // The server exists and allows the page, so only the page's policy can block the request.
  const other = createServer((_request, response) => {
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('hello');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const reach = (url: string) =>
    page.evaluate(
      (target) =>
        fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then(
          () => 'reached',
          () => 'refused',
        ),
      url,
    );
  expect(await reach(`http://127.0.0.1:${port}/`)).toBe('refused');
  expect(await reach(`${stack.serviceUrl}/get_all_pair_infos`)).toBe('reached');
  for (const { rpcUrl } of stack.chains) expect(await reach(rpcUrl)).toBe('reached');
  other.close();
});

test('no other page can embed the app in a frame', { tag: '@core' }, async ({ page, stack }) => {
  await page.route('http://127.0.0.1:9/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${stack.webUrl}"></iframe>` }),
  );
  await page.goto('http://127.0.0.1:9/');
  // `goto` waits for the frame to load, and the app's document contains #root before any script runs.
  await expect(page.frameLocator('iframe').locator('#root')).toHaveCount(0);
});

const SECRETS: readonly [string, RegExp][] = [
  ['a path of the build machine', /(?:\/home\/|\/root\/|\/Users\/|\/tmp\/|[A-Z]:\\\\|file:\/\/\/?\w)/],
  ['a private key block', /BEGIN [A-Z ]*PRIVATE KEY/],
  ['anvil’s mnemonic', /test test test test/],
  ['a key of anvil’s first account', /ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80/i],
  ['a credential in a URL', /https?:\/\/[^/\s"'`]+:[^/\s"'`]+@/],
  ["a provider's access token", /(?:infura\.io\/v3|alchemy\.com\/v2)\/[\w-]{8}/],
];

test('the built app contains no secrets and no paths of the build machine', () => {
  const all = readdirSync('dist', { recursive: true, encoding: 'utf8' });
  const files = all.filter((file) => /\.(?:js|css|html|json|webmanifest)$/.test(file));
  expect(files.length).toBeGreaterThan(5);
  const secrets = [...SECRETS, ['the folder of the checkout', new RegExp(process.cwd())] as const];
  // One assertion for all files, because an assertion costs more than the search.
  const found = files.flatMap((file) => {
    const text = readFileSync(join('dist', file), 'utf8');
    return secrets.flatMap(([what, pattern]) => {
      const match = pattern.exec(text)?.[0];
      return match === undefined ? [] : [`${file} contains ${what}: ${match}`];
    });
  });
  expect(found).toEqual([]);
  expect(all.filter((file) => file.endsWith('.map'))).toEqual([]);
});
