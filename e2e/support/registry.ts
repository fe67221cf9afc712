import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** A registry of packages for npm, on this machine. */
export interface Registry {
  readonly address: string
  readonly close: () => void
}

/**
 * Serves tarballs as a registry does, with their dependencies, packed from where this repository has them installed. So
 * a package is installed by its name, as users do, without a network.
 *
 * @param folder of the tarballs; others are added there
 *
 * @param packages the folders of the packages that were packed
 */
export async function serveRegistry(folder: string, packages: readonly string[]): Promise<Registry> {
  dependenciesOf(packages).forEach((needed, at) => {
    pack(needed, join(folder, `${at}.tgz`))
  })
  const documents = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.tgz'))
      .map((file) => {
        const text = execFileSync('tar', ['-xzOf', join(folder, file), 'package/package.json'], { encoding: 'utf8' })
        const manifest: Manifest = JSON.parse(text)
        return [manifest.name, { file, manifest }] as const
      }),
  )
  const server = createServer(({ url = '', headers }, response) => {
    const path = decodeURIComponent(url.slice(1))
    const found = documents.get(path)
    if (path.endsWith('.tgz')) response.end(readFileSync(join(folder, path)))
    else if (found === undefined) response.writeHead(404).end('{}')
    else {
      const { file, manifest } = found
      const version = { ...manifest, dist: { tarball: `http://${headers.host}/${file}` } }
      const versions = { [manifest.version]: version }
      const tags = { latest: manifest.version }
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ name: manifest.name, 'dist-tags': tags, versions }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Packs an installed package unchanged. */
function pack(installed: string, tarball: string): void {
  const around = mkdtempSync(join(tmpdir(), 'pack-'))
  cpSync(installed, join(around, 'package'), { recursive: true })
  execFileSync('tar', ['-czf', tarball, '-C', around, 'package'])
  rmSync(around, { recursive: true, force: true })
}

/** The folders of all direct and indirect dependencies of packages, as installed here. */
function dependenciesOf(packages: readonly string[]): readonly string[] {
  const seen = new Set(packages.map((folder) => realpathSync(folder)))
  // A loop over a set also visits elements that are added during the loop.
  for (const folder of seen) {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const { dependencies, peerDependencies, peerDependenciesMeta = {} } = manifest
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (!peerDependenciesMeta[name]?.optional) seen.add(installed(name, folder))
    }
  }
  return [...seen].slice(packages.length)
}

/** Where Node finds a package for the modules in a folder. */
function installed(name: string, from: string): string {
  const found = join(from, 'node_modules', name)
  if (existsSync(join(found, 'package.json'))) return realpathSync(found)
  if (dirname(from) === from) throw new Error(`${name} is not installed`)
  return installed(name, dirname(from))
}
