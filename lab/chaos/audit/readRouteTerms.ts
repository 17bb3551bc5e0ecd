import { parseUnits } from 'viem';
import type { ConfigFile } from '../../../service/boot/configSchema.ts';
import { createLogger } from '../../../service/boot/log.ts';
import { parseConfigFile } from '../../../service/boot/readConfig.ts';
import { openDatabase, startService } from '../../../service/service.ts';
import { createDevelopmentSigner } from '../../../service/signer/process/developmentSigner.ts';
import type { TestBridge } from '../../bridge/testBridge.ts';
import { post } from '../../service/testService.ts';
import type { RouteTerms } from './expectedPayment.ts';

type Route = ConfigFile['routes'][number];

function toTerms(file: ConfigFile, route: Route, gasFee: bigint): RouteTerms {
  const token = file.tokens.find(({ name }) => name === route.token);
  const side = (name: string) => {
    const chain = file.chains.find((candidate) => candidate.name === name);
    const deployment = token?.deployments[name];
    if (!chain || !deployment)
      throw new Error(`route ${route.from} to ${route.to}: token ${route.token} has no deployment on ${name}`);
    return { id: chain.id, ...deployment };
  };
  const [origin, destination] = [side(route.from), side(route.to)];
  return {
    originId: origin.id,
    destinationId: destination.id,
    originToken: origin.address,
    originDecimals: origin.decimals,
    destinationToken: destination.address,
    destinationDecimals: destination.decimals,
    min: parseUnits(route.min, origin.decimals),
    max: parseUnits(route.max, origin.decimals),
    feeBps: BigInt(route.feeBps),
    feeFloor: parseUnits(route.feeFloor, origin.decimals),
    gasFee,
  };
}

/** Starts the service once and reads the terms of every route, including the network fee that it quotes. */
export async function readRouteTerms(
  file: ConfigFile,
  { bridge, databaseUrl }: { readonly bridge: TestBridge; readonly databaseUrl: string },
): Promise<readonly RouteTerms[]> {
  const logger = createLogger('silent');
  const database = await openDatabase({ kind: 'postgresql', url: databaseUrl }, logger);
  const parsed = parseConfigFile(JSON.stringify(file), []);
  if (!parsed) throw new Error('the configuration of the test bridge is invalid');
  const signer = createDevelopmentSigner(bridge.hotWalletKey, { catalog: parsed.catalog, logger });
  const service = await startService({ ...parsed, signer, logger, workers: ['fees', 'liquidity', 'watch'] }, database);
  try {
    const terms: RouteTerms[] = [];
    for (const route of file.routes) {
      const request = {
        from_address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        to_address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        from_chain_name: route.from,
        to_chain_name: route.to,
        token_name: route.token,
        ui_value: route.max,
      };
      const { data, status } = await post(`${service.url}/get_build_tx`, request);
      if (status.code !== 0)
        throw new Error(`the service quoted no build for ${route.token} on ${route.from}: ${status.message}`);
      terms.push(toTerms(file, route, BigInt(data.gas_fee.raw_value)));
    }
    return terms;
  } finally {
    await service.stop();
    await database.close();
  }
}
