import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/**
 * Writes a build's version into its page and into `/version.json`, so that an open page notices when its host serves another
 * build. File names contain content hashes, so the same sources give the same version.
 */
export function announceVersion(): Plugin {
  let version = '';
  return {
    name: 'causeway:announce-version',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        version = createHash('sha256').update(files.sort().join()).digest('hex').slice(0, 16);
        return [{ tag: 'meta', attrs: { name: 'version', content: version }, injectTo: 'head' }];
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ version }) });
    },
  };
}
