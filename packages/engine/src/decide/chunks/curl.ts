// Reads requests that are curl commands.
export { readCurl } from '../../curl/index.ts'
