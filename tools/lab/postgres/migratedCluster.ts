import { migrate } from '../../../service/db/migrate.ts';
import { openPostgres } from '../../../service/db/postgres.ts';
import type { ClusterContent } from './emptyCluster.ts';
import { copyCluster } from './emptyCluster.ts';
import { createPostgresServer } from './postgresServer.ts';
import { hashSchema } from './templates.ts';

/** Fills a folder with the files of a server whose new databases have this version's schema. */
async function fillMigrated(folder: string): Promise<void> {
  const server = await createPostgresServer({ settings: [] });
  try {
    await server.start();
    const template = await openPostgres({ url: server.urlOf('template1'), poolSize: 2 }, () => {});
    await migrate(template).finally(template.close);
    await server.shutDown();
    await copyCluster(server.folder, folder);
  } finally {
    await server.stop();
  }
}

/** Servers whose new databases are migrated, except those created from `template0`. */
export async function describeMigrated(): Promise<ClusterContent> {
  return { key: await hashSchema(), fill: fillMigrated };
}
