import { describe, expect, it } from 'vitest'
import { readResponse } from './http.ts'

const bytes = (text: string): Buffer => Buffer.from(text.replaceAll('\n', '\r\n'))

describe('an answer of HTTP/1.1', () => {
  it('is read with its headers, by lower-case name, and its body', () => {
    const response = readResponse(
      bytes('HTTP/1.1 403 Forbidden\nContent-Type: application/json\nAudit-Id:  a-1\n\n{"ü":1}'),
    )
    expect(response?.status).toBe(403)
    expect(response?.headers.get('audit-id')).toBe('a-1')
    expect(response?.body).toBe('{"ü":1}')
  })

  it('is put together from chunks, whose sizes count bytes', () => {
    const chunks = '3\naü\n2;x=y\nbc\n0\n\n'
    const response = readResponse(bytes(`HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n${chunks}`))
    expect(response?.body).toBe('aübc')
  })

  it('may have ended in the middle of the chunks', () => {
    const response = readResponse(bytes('HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\nabc\n5\nde'))
    expect(response?.body).toBe('abcde')
  })

  it('is none before its header is whole, or where it is something else', () => {
    expect(readResponse(bytes('HTTP/1.1 200 OK\nA: b\n'))).toBeUndefined()
    expect(readResponse(bytes('hello\n\n'))).toBeUndefined()
  })
})
