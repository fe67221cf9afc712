import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dist } from '../build.mjs'

/** A script, as it is sent. Bytes. */
export interface Row {
  readonly name: string
  readonly plain: number
  readonly gzip: number
}

export function rowOf(name: string, content: string | Buffer): Row {
  return { name, plain: Buffer.byteLength(content), gzip: gzipSync(content, { level: 9 }).length }
}

const rows = new Map<string, Row>()

/** A file of the built site, by its path there. */
export function fileRow(path: string): Row {
  const known = rows.get(path)
  if (known !== undefined) return known
  const row = rowOf(path, readFileSync(join(dist, path)))
  rows.set(path, row)
  return row
}

export function total(rows: readonly Row[]): number {
  return rows.reduce((sum, { gzip }) => sum + gzip, 0)
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1).padStart(8)} KB`
}
