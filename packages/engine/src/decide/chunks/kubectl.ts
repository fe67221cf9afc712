// Requests that are kubectl commands.
export { readKubectl } from '../../kubectl/index.ts'
