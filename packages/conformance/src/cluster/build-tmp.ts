import { programs } from './programs.ts'
console.log(programs())
