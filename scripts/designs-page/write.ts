import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../files.mjs'
import { DESIGNS_PAGE, designsPage } from './page.ts'

const path = join(root, DESIGNS_PAGE)
writeFileSync(path, designsPage())
console.log(`wrote ${path}`)
