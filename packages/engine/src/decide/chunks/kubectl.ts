// Reads requests that are kubectl commands.
export { readKubectl } from '../../kubectl/index.ts'
