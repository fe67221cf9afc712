import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../files.mjs'
import { designsPage } from './page.ts'

const path = join(root, 'docs/designs.md')
writeFileSync(path, designsPage())
console.log(`wrote ${path}`)
