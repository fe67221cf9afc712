// Reads requests that are kubectl commands.
export { customResources, readKubectl } from '../../kubectl/index.ts'
