export { Help } from './Help.tsx'
