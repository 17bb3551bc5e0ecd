import type { Sampler } from '@opentelemetry/sdk-trace';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TraceSampler } from '../traceConfig.ts';

function createRoot({ kind, ratio }: TraceSampler): Sampler {
  switch (kind) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
  }
}

export function createSampler(config: TraceSampler): Sampler {
  const root = createRoot(config);
  return config.isParentBased ? new ParentBasedSampler({ root }) : root;
}
