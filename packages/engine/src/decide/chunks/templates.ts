import { PolicyReader, TEMPLATES } from '../../policy/index.ts'
import type { Chunks } from '../chunks.ts'

/** Makes a reader of policies that names the templates in them. */
export const templateReader: Required<Chunks>['templates']['templateReader'] = () =>
  new PolicyReader({ templates: TEMPLATES })
