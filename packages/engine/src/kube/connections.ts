import type { Attributes } from './attributes.ts'

/** The subresources of pods by which clients connect to a container or a port. */
export const POD_CONNECTIONS: ReadonlySet<string> = new Set(['exec', 'attach', 'portforward'])

/** Whether a check is that of a client which connects to a pod by GET, as WebSockets do; a POST is checked as `create`. */
export function connectsByGet({
  verb,
  apiGroup,
  resource,
  subresource,
  isResourceRequest,
}: Omit<Attributes, 'user'>): boolean {
  return (
    isResourceRequest && verb === 'get' && apiGroup === '' && resource === 'pods' && POD_CONNECTIONS.has(subresource)
  )
}
