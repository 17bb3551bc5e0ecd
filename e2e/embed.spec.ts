import type { Page } from '@playwright/test';
import { createHost } from '../service/host/createHost.ts';
import type { EmbedMessage } from '../src/app/embed/causewayEmbed.ts';
import { WEB_DIR } from '../tools/stack/web/webBuild.ts';
import { connect } from './support/bridgePage.ts';
import { closeServer } from './support/hostileService.ts';
import { createPartnerServer } from './support/partnerPage.ts';
import { test as base, expect } from './support/test.ts';
import { listen } from './support/walletSite.ts';

type Site = { readonly webUrl: string; readonly partnerUrl: string; readonly strangerUrl: string };

const test = base.extend<{ readonly site: Site }>({
  site: async ({ stack }, use) => {
    const [partner, stranger] = [await createPartnerServer(), await createPartnerServer()];
    const [partnerUrl, strangerUrl] = [await listen(partner), await listen(stranger)];
    const config = JSON.stringify({ ...stack.readWebConfig(), embed: { origins: [partnerUrl] } });
    const host = createHost({ webDir: WEB_DIR, config });
    await use({ webUrl: await listen(host), partnerUrl, strangerUrl });
    for (const server of [host, partner, stranger]) await closeServer(server);
  },
});

const showing = (pageUrl: string, appUrl: string) => `${pageUrl}/?app=${encodeURIComponent(appUrl)}`;
const messagesOf = (page: Page) => page.evaluate(() => (window as unknown as { messages: EmbedMessage[] }).messages);
const typesOf = async (page: Page) => (await messagesOf(page)).map(({ type }) => type);

test('a partner embeds the form and is told of a transfer', { tag: '@core' }, async ({ page, site, wallet }) => {
  await wallet.install(page);
  await page.goto(showing(site.partnerUrl, site.webUrl));
  const app = page.frameLocator('iframe');
  await expect(app.getByRole('button', { name: 'Token: USDC' })).toBeVisible();
  await expect(app.getByRole('banner')).toBeHidden();
  await expect(app.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');

  await connect(app);
  await app.getByLabel('Amount to send').fill('100');
  await app.getByRole('button', { name: 'Review transfer' }).click();
  const host = new URL(site.partnerUrl).host;
  await expect(app.getByRole('dialog').getByText(`embedded in http://${host}`)).toBeVisible();
  await app.getByRole('button', { name: 'Confirm in wallet' }).click();
  await expect(app.getByRole('heading', { name: 'Delivered', exact: true })).toBeVisible({ timeout: 60_000 });

  await expect.poll(() => typesOf(page)).toContain('transfer-delivered');
  const types = (await typesOf(page)).filter((type) => type !== 'resize');
  expect(types).toEqual(['ready', 'transfer-started', 'transfer-delivered']);
  const messages = await messagesOf(page);
  expect(JSON.stringify(messages)).not.toContain(wallet.address.slice(2));
  // The frame has the height that the app last requested. The page can still grow.
  await expect(async () => {
    const heights = (await messagesOf(page)).flatMap((message) => (message.type === 'resize' ? [message.height] : []));
    expect(heights.at(-1)).toBeGreaterThan(300);
    await expect(page.locator('iframe')).toHaveCSS('height', `${heights.at(-1)}px`, { timeout: 100 });
  }).toPass();
});

test('the configured background of a frame follows the theme', async ({ page, site, stack }) => {
  const embed = { origins: [site.partnerUrl], background: { light: '#eef2fb', dark: '#060a14' } };
  await page.route(`${site.webUrl}/config.json`, (route) =>
    route.fulfill({ json: { ...stack.readWebConfig(), embed } }),
  );
  await page.goto(showing(site.partnerUrl, site.webUrl));
  const app = page.frameLocator('iframe').locator('html');
  await expect(app).toHaveCSS('background-color', 'rgb(6, 10, 20)');
  const light = `${site.webUrl}/?embed&theme=light`;
  await page.locator('iframe').evaluate((frame: HTMLIFrameElement, url) => Object.assign(frame, { src: url }), light);
  await expect(app).toHaveCSS('background-color', 'rgb(238, 242, 251)');
});

test('another site cannot embed the form, even if the web server sends no header', async ({ page, site }) => {
  await page.goto(showing(site.strangerUrl, site.webUrl));
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);

  await page.route(`${site.webUrl}/?*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { 'content-type': 'text/html' } });
  });
  await page.goto(showing(site.strangerUrl, site.webUrl));
  const app = page.frameLocator('iframe');
  await expect(app.getByText('The bridge can’t run inside this site')).toBeVisible();
  await expect(app.getByText(`hasn’t allowed ${site.strangerUrl}`)).toBeVisible();
  await expect(app.getByRole('textbox')).toHaveCount(0);
});
