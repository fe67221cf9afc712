import { loadDesign } from '../designs/index.ts'
import { type Chunk, type Chunks, chunksFor } from './chunks.ts'
import type { Scenario } from './scenario.ts'

const LOADERS = {
  kubectl: () => import('./chunks/kubectl.ts'),
  curl: () => import('./chunks/curl.ts'),
  review: () => import('./chunks/review.ts'),
  resources: () => import('./chunks/resources.ts'),
  changes: () => import('./chunks/changes.ts'),
  roleWrites: () => import('./chunks/role-writes.ts'),
  cluster: () => import('./chunks/cluster.ts'),
  configured: () => import('./chunks/configured.ts'),
  // Those of the other versions are 1.36 and their differences to it.
  defaultRoles: ({ cluster: { version } }) =>
    version === '1.36' ? import('./chunks/default-roles-1.36.ts') : import('./chunks/default-roles.ts'),
  conditions: () => import('./chunks/conditions.ts'),
  templates: () => import('./chunks/templates.ts'),
  designText: () => import('./chunks/design-text.ts'),
} satisfies { readonly [Name in Chunk]: (scenario: Scenario) => Promise<unknown> }

/** Loads the chunks that a scenario needs, and its design. Loads no design where none has its id. */
export async function loadChunks(scenario: Scenario): Promise<Chunks> {
  const load = async (chunk: Chunk) => [chunk, await LOADERS[chunk](scenario)] as const
  const [design, ...chunks] = await Promise.all([loadDesign(scenario.design), ...[...chunksFor(scenario)].map(load)])
  return { designs: design === undefined ? [] : [design], ...Object.fromEntries(chunks) }
}
