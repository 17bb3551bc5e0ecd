import { access, constants, stat, statfs } from 'node:fs/promises';
import { readKeyAddress } from '../../signer/keyProvider.ts';
import type { Check } from './finding.ts';
import { failed, passed } from './finding.ts';
import type { Installation } from './readInstallation.ts';

const MIN_FREE_BYTES = 1024 ** 3;
const GIGABYTE = 1e9;

export type MachinePaths = { readonly keystore: string; readonly journal: string };

/** The checks of this machine: the keystore, the journal and the disk. */
export function machineChecks(
  { configs, policy }: Installation,
  { keystore, journal }: MachinePaths,
): readonly Check[] {
  return [
    {
      name: 'keystore',
      fix: 'sh /opt/causeway/operations/install.sh installation signer',
      run: async () => {
        const address = await readKeyAddress(keystore);
        const expected = policy?.hotWallet ?? configs.worker?.catalog.chains[0]?.hotWallet;
        return address === expected
          ? [passed('keystore', `holds the key of the hot wallet ${address}`)]
          : [failed('keystore', `holds the key of ${address}, but the hot wallet is ${expected}`, 'Correct hotWallet')];
      },
    },
    {
      name: 'journal',
      fix: 'systemctl start causeway-worker, which creates its folder',
      run: async () => {
        await access(journal, constants.R_OK | constants.X_OK);
        const isFolder = (await stat(journal)).isDirectory();
        return [
          isFolder
            ? passed('journal', journal)
            : failed('journal', `${journal} is no folder`, `Remove it, then: systemctl restart causeway-worker`),
        ];
      },
    },
    {
      name: 'disk of the journal',
      fix: 'systemctl start causeway-worker, which creates its folder',
      run: async () => {
        const { bavail, bsize } = await statfs(journal);
        const free = bavail * bsize;
        const detail = `${(free / GIGABYTE).toFixed(1)} GB free`;
        return [
          free >= MIN_FREE_BYTES
            ? passed('disk of the journal', detail)
            : failed('disk of the journal', detail, `df -h ${journal}, and free a gigabyte`),
        ];
      },
    },
  ];
}
