import { balanceOf, listAccounts, listTokens, readBalances } from '../../../service/books/compareBooks.ts';
import { storeBookReadings } from '../../../service/books/readings.ts';
import type { CommandContext } from '../../../service/operator/commands/command.ts';
import type { TestInstallation } from '../installation/testInstallation.ts';

/** Stores each chain's balances at its newest block, as the worker does after it starts. The next comparison begins there. */
export async function openBooks(harness: TestInstallation, { catalog, clients }: CommandContext): Promise<void> {
  for (const client of clients.values()) {
    const { chain, reader } = client;
    const toBlock = await reader.getBlockNumber();
    const balances = await readBalances(client, listTokens(catalog, chain), toBlock);
    const readings = listAccounts(catalog, chain).map((key) => ({
      ...{ account: key.account, token: key.token, addresses: key.addresses, chainId: chain.id, toBlock },
      ...{ fromBlock: null, closing: balanceOf(balances, key), difference: null, report: null },
    }));
    await storeBookReadings(harness.database(), readings);
  }
}
