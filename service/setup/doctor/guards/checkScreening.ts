import { zeroHash } from 'viem';
import type { Catalog } from '../../../domain/catalog.ts';
import type { ScreeningService } from '../../../domain/screeningRule.ts';
import { readPrivateFile } from '../../../privateFile.ts';
import { askScreeningService } from '../../../workers/screen/askScreeningService.ts';
import { readScreeningList } from '../../../workers/screen/readScreeningList.ts';
import type { Check, Finding } from '../finding.ts';
import { failed, passed } from '../finding.ts';

const FIX = 'docs/runbook.md#causewayscreeningsilent';

async function checkList(path: string): Promise<readonly Finding[]> {
  const { size } = await readScreeningList(path);
  return [passed('screening: list', `${path} has ${size} addresses`)];
}

async function checkToken(path: string): Promise<readonly Finding[]> {
  const token = await readPrivateFile(path);
  return [
    token.trim() === ''
      ? failed('screening: token', `${path} is empty`, `Write the token into ${path}`)
      : passed('screening: token', `${path} has a token, and only its owner reads it`),
  ];
}

/** Asks about the hot wallet, in a transfer that does not exist. */
async function checkService({ chains }: Catalog, service: ScreeningService): Promise<readonly Finding[]> {
  const [chain] = chains;
  if (!chain) return [];
  const address = { role: 'sender', chainId: chain.id, address: chain.hotWallet } as const;
  const matches = await askScreeningService(service, zeroHash, [address]);
  return [
    matches.length === 0
      ? passed('screening: service', 'it answers as it must')
      : failed('screening: service', 'it matches the hot wallet, so it may match everyone', 'Ask its operator'),
  ];
}

/** The checks of what the worker asks before it pays. Without a screening there are none. */
export function screeningChecks(catalog: Catalog): readonly Check[] {
  const { listFile = null, service = null } = catalog.screening ?? {};
  return [
    ...(listFile === null ? [] : [{ name: 'screening: list', fix: FIX, run: () => checkList(listFile) }]),
    ...(service === null ? [] : [{ name: 'screening: service', fix: FIX, run: () => checkService(catalog, service) }]),
    ...(service?.tokenFile
      ? [
          {
            name: 'screening: token',
            fix: `Correct ${service.tokenFile}`,
            run: () => checkToken(service.tokenFile ?? ''),
          },
        ]
      : []),
  ];
}
