// Reads requests that are kubectl commands.
export { customResources } from '../../discovery/index.ts'
export { readKubectl } from '../../kubectl/index.ts'
