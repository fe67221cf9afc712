import type { Random, VectorCheck } from '@authz-playground/engine/internal/vectors'
import { edgeString } from './edge-strings.ts'

type AskedResource = { readonly verb: string } & Pick<
  VectorCheck,
  'apiGroup' | 'resource' | 'subresource' | 'namespace' | 'name'
>

/** A question about a resource, in parts that are absent where they are empty. */
export function aboutResource(
  verb: string,
  [apiGroup, resource, subresource]: readonly [apiGroup: string, resource: string, subresource: string],
  namespace: string,
  name: string,
): AskedResource {
  return {
    verb,
    ...(apiGroup !== '' && { apiGroup }),
    resource,
    ...(subresource !== '' && { subresource }),
    ...(namespace !== '' && { namespace }),
    ...(name !== '' && { name }),
  }
}

/** Often no name, else one of these or an odd one. */
export function nameAsked(random: Random, odd: number, names: readonly string[]): string {
  return random.chance(0.4) ? random.pick([...names, random.chance(odd) ? edgeString(random) : '*']) : ''
}
