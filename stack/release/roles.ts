/** A folder of the production build: what one account of one machine needs to run its programs with plain Node.js. */
export type Role = {
  /** The main file of each program, relative to the repository. */
  readonly programs: Readonly<Record<string, string>>;
  /** Files that the programs read beside themselves, by their name there. */
  readonly files: Readonly<Record<string, string>>;
  /** Whether a program applies the schema of the database, or compares with it. */
  readonly hasSchema: boolean;
};

const VIEWER = 'node_modules/@fastify/swagger-ui/static';

const PLAIN = { files: {}, hasSchema: false };

export const RELEASE_ROLES = {
  service: {
    programs: { service: 'service/main.ts' },
    files: {
      'viewer/swagger-ui-bundle.js': `${VIEWER}/swagger-ui-bundle.js`,
      'viewer/swagger-ui.css': `${VIEWER}/swagger-ui.css`,
    },
    hasSchema: true,
  },
  signer: { ...PLAIN, programs: { signer: 'service/signer/process/main.ts' } },
  operator: {
    programs: { operator: 'service/operator/commands/main.ts', migrate: 'service/db/main.ts' },
    files: { 'create.sql': 'service/db/create.sql' },
    hasSchema: true,
  },
  web: { ...PLAIN, programs: { host: 'service/host/main.ts', printHashes: 'service/host/printHashes.ts' } },
} as const satisfies Readonly<Record<string, Role>>;

export type RoleName = keyof typeof RELEASE_ROLES;
