import { readFileSync } from 'node:fs';
import { createInstallationDocument } from '../../service/boot/installationDocument.ts';
import { renderServiceSettings, renderWebSettings } from './renderSettings.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const PLACE = /(?<=<!-- settings -->\n).*?(?=<!-- end -->)/s;

/** Replaces a page's tables between its two markers. */
function fillPage(name: string, tables: string) {
  const file = new URL(name, DOCS);
  const page = readFileSync(file, 'utf8');
  if (!PLACE.test(page)) throw new Error(`docs/${name} has no markers for the settings`);
  return { file, text: page.replace(PLACE, () => `\n${tables}\n\n`) };
}

/** The files that describe every setting, written from the schema. */
export function createSettingsFiles(): readonly { readonly file: URL; readonly text: string }[] {
  const document = createInstallationDocument();
  return [
    { file: new URL('examples/installation.schema.json', DOCS), text: `${JSON.stringify(document, null, 2)}\n` },
    fillPage('configuration.md', renderServiceSettings(document)),
    fillPage('web-app.md', renderWebSettings(document)),
  ];
}
