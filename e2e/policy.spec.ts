import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from './support/test.ts';

test('the page refuses injected scripts', async ({ page }) => {
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
});

test('the page connects only to the configured service and chains', async ({ page, stack }) => {
  // The server exists and allows the page, so only the page's policy can refuse the request.
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
  await page.goto('/');
  expect(await reach(`http://127.0.0.1:${port}/`)).toBe('refused');
  expect(await reach(`${stack.serviceUrl}/get_all_pair_infos`)).toBe('reached');
  for (const { rpcUrl } of stack.chains) expect(await reach(rpcUrl)).toBe('reached');
  other.close();
});

test('no other page can frame the app', async ({ page, stack }) => {
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
  ['a credential in an address', /https?:\/\/[^/\s"'`]+:[^/\s"'`]+@/],
  ['a token of a provider', /(?:infura\.io\/v3|alchemy\.com\/v2)\/[\w-]{8}/],
];

test('the built app contains no secret and no path of the build machine', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:js|css|html|json|webmanifest)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const text = readFileSync(join('dist', file), 'utf8');
    for (const [what, pattern] of [...SECRETS, ['the folder of the checkout', new RegExp(process.cwd())] as const]) {
      expect(pattern.exec(text)?.[0], `${file} contains ${what}`).toBeUndefined();
    }
  }
  expect(files.some((file) => file.endsWith('.map'))).toBe(false);
});
