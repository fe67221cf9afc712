export { readCurl } from './curl.ts'
export { printCurl } from './print.ts'
