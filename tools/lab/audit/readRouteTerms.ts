import { parseEther, parseUnits } from 'viem';
import { createLogger } from '../../../service/boot/log.ts';
import { addressOn, decimalsOn } from '../../../service/boot/parseTokens.ts';
import { parseInstallation } from '../../../service/boot/readConfig.ts';
import { openDatabase, startService } from '../../../service/service.ts';
import { createDevelopmentSigner } from '../../../service/signer/process/developmentSigner.ts';
import type { TestBridge } from '../chains/testBridge.ts';
import type { LabInstallation } from '../installation/installationFile.ts';
import { post } from '../installation/testService.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { RouteTerms } from './expectedPayment.ts';

type FileChain = LabInstallation['chains'][number];
type FileToken = LabInstallation['tokens'][number];

/** A token's route between two chains, and the entry of `transfers` that sets its terms. */
export type FileRoute = {
  readonly token: FileToken;
  readonly from: FileChain;
  readonly to: FileChain;
  readonly transfer: FileToken['transfers'][number];
};

/** The routes of a file, not taken from the service's own list, so that the auditor does not share its mistakes. */
export function listFileRoutes({ chains, tokens }: LabInstallation): readonly FileRoute[] {
  const pairs = chains.flatMap((from) => chains.flatMap((to) => (to === from ? [] : [{ from, to }])));
  return tokens.flatMap((token) =>
    pairs.flatMap(({ from, to }) => {
      const transfer = token.transfers.find(
        (one) => [undefined, from.name].includes(one.from) && [undefined, to.name].includes(one.to),
      );
      return !transfer || transfer.closed ? [] : [{ token, from, to, transfer }];
    }),
  );
}

/** What one native token of the destination costs in the origin token's base units, a twentieth more than by the file's prices. */
function readNativePrice({ tokens }: LabInstallation, { token, from, to }: FileRoute): bigint {
  const [native, own] = [tokens.find(({ name }) => name === to.nativeToken), token].map((one) =>
    parseUnits(one?.price ?? '0', 18),
  );
  if (!native || !own) throw new Error(`the file has no price of ${token.name} or ${to.nativeToken}`);
  const divide = (amount: bigint, by: bigint) => (amount + by - 1n) / by;
  const price = divide(native * 10n ** BigInt(decimalsOn(token, from)), own);
  return price + divide(price, 20n);
}

function toTerms(file: LabInstallation, route: FileRoute, gasFee: bigint): RouteTerms {
  const { token, from, to, transfer } = route;
  const { min, max, feeBps, feeFloor } = transfer;
  const title = `the route of ${token.name} from ${from.name} to ${to.name}`;
  if (min === undefined || max === undefined || feeBps === undefined || feeFloor === undefined) {
    throw new Error(`${title} lacks a limit or a fee`);
  }
  const side = (chain: FileChain) => {
    const address = addressOn(token, chain);
    if (!address) throw new Error(`${title}: the token has no address on ${chain.name}`);
    return { id: chain.id, address, decimals: decimalsOn(token, chain) };
  };
  const [origin, destination] = [side(from), side(to)];
  return {
    originId: origin.id,
    destinationId: destination.id,
    originToken: origin.address,
    originDecimals: origin.decimals,
    destinationToken: destination.address,
    destinationDecimals: destination.decimals,
    min: parseUnits(min, origin.decimals),
    max: parseUnits(max, origin.decimals),
    feeBps: BigInt(feeBps),
    feeFloor: parseUnits(feeFloor, origin.decimals),
    gasFee,
    maxGasDrop: token.name === to.nativeToken ? 0n : parseEther(to.maxGasDrop ?? '0'),
    nativePrice: readNativePrice(file, route),
  };
}

/** Starts the service once and reads the terms of every route, including the quoted network fee. */
export async function readRouteTerms(
  file: LabInstallation,
  { bridge, databaseUrl }: { readonly bridge: Pick<TestBridge, 'hotWalletKey'>; readonly databaseUrl: string },
): Promise<readonly RouteTerms[]> {
  const logger = createLogger('silent');
  const database = await openDatabase({ kind: 'postgresql', url: databaseUrl }, logger);
  const parsed = parseInstallation(JSON.stringify(file), []);
  if (!parsed) throw new Error('the file of the test bridge is invalid');
  const signer = createDevelopmentSigner(bridge.hotWalletKey, { catalog: parsed.catalog, logger });
  const service = await startService({ ...parsed, signer, logger, workers: ['fees', 'liquidity', 'watch'] }, database);
  try {
    const terms: RouteTerms[] = [];
    for (const route of listFileRoutes(file)) {
      const request = {
        from_address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        to_address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        from_chain_name: route.from.name,
        to_chain_name: route.to.name,
        token_name: route.token.name,
        ui_value: route.transfer.max,
      };
      const build = async () => {
        const { data, status } = await post(`${service.url}/get_build_tx`, request);
        if (status.code !== 0) throw new Error(status.message);
        return data;
      };
      // On a busy machine the service may not know a gas price or its funds yet.
      const { gas_fee: fee } = await waitUntil(build, {
        what: `a build of ${route.token.name} from ${route.from.name}`,
      });
      terms.push(toTerms(file, route, BigInt(fee.raw_value)));
    }
    return terms;
  } finally {
    await service.stop();
    await database.close();
  }
}
