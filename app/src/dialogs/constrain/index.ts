export { Constrain } from './Constrain.tsx'
