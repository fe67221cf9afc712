export { RequestPane } from './RequestPane.tsx'
