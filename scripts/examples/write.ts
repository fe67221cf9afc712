import { writeFileSync } from 'node:fs'
import { madeFiles } from './files.ts'

for (const { file, text } of madeFiles()) writeFileSync(file, text)
