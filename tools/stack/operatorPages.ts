import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LabInstallation } from '../lab/installation/installationFile.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Stack = {
  readonly brandDir: string;
  readonly webUrl: string;
  readonly serviceUrl: string;
  /** The path at which the web server says whether it is ready. The server of `npm run dev` has none. */
  readonly statusPath: string | undefined;
};

/** The operator of a local stack, with links to pages that the stack serves. */
export function createOperatorPages({ brandDir, webUrl, serviceUrl, statusPath }: Stack): LabInstallation['web'] {
  mkdirSync(brandDir, { recursive: true });
  // As text files, because browsers save a file of an unknown type instead of showing it.
  copyFileSync(join(ROOT, 'LICENSE'), join(brandDir, 'terms.txt'));
  copyFileSync(join(ROOT, 'SECURITY.md'), join(brandDir, 'security.txt'));
  return {
    brand: { name: 'Causeway', operator: 'localhost', supportUrl: `${webUrl}/receipts/{hash}` },
    links: {
      docs: `${serviceUrl}/docs`,
      terms: '/brand/terms.txt',
      ...(statusPath !== undefined && { status: statusPath }),
      security: '/brand/security.txt',
    },
  };
}
