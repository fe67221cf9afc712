export { keepForOffline } from './register.ts'
