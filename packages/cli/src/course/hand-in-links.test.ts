import { describe, expect, it } from 'vitest'
import { handInLinks } from './hand-in-links.ts'

const found = (text: string) =>
  [...handInLinks(text)].map(({ line, hash, before }) => `${line} ${hash} ${before}`.trim())

describe('links to hand-ins in a text', () => {
  it('are found in a chat, with the words before them', () => {
    expect(
      found(`[12:03] Dana: https://example.org/#h1/AAA_a-1 done!
[12:04] Bob: I have not begun
[12:05] Eve: here <https://example.org/x/#h1/BBB>, and https://example.org/x/#h1/CCC.
#h1/DDD
`),
    ).toEqual(['1 #h1/AAA_a-1 [12:03] Dana', '3 #h1/BBB [12:05] Eve: here', '3 #h1/CCC [12:05] Eve: here', '4 #h1/DDD'])
  })

  it('are found in a table, in HTML, and in addresses of pages that lead on', () => {
    expect(
      found(`name,link
Dana,https://example.org/#h1/AAA,ok
"Smith, Bob";"https://example.org/#h1/BBB"
<a href="https://example.org/#h1/CCC">https://example.org/#h1/CCC</a>
https://safe.example.com/?url=https%3A%2F%2Fexample.org%2F%23h1%2FDDD&data=x
`),
    ).toEqual(['2 #h1/AAA Dana', '3 #h1/BBB Smith, Bob', '4 #h1/CCC', '5 #h1/DDD'])
  })

  it('are found in e-mails, whose encodings are undone', () => {
    const mail = (encoding: string, body: string) =>
      `From: Dana <dana@example.org>\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`
    expect(found(mail('quoted-printable', 'Hello=20\r\nhttps://example.org/#h1/AAA=\r\nBBB=\r\nCCC end=3D'))).toEqual([
      '5 #h1/AAABBBCCC',
    ])
    const body = Buffer.from('Grüße\nhttps://example.org/#h1/AAABBB\n').toString('base64')
    const lines = body.replace(/.{20}/g, '$&\r\n')
    expect(found(`${mail('base64', lines)}--boundary\r\n#h1/CCC\r\n`)).toEqual(['2 #h1/AAABBB', '8 #h1/CCC'])
  })

  it('are none in other texts', () => {
    expect(found('h1/AAA\n#h2/AAA\n<h1>Title</h1>\n#h1\n')).toEqual([])
    expect(found('')).toEqual([])
  })

  it('are found in time, whatever the text is', () => {
    const texts = [
      '#h1/',
      '#h1/a ',
      ' <',
      '=\n',
      'a=\r\n',
      '|',
      'content-transfer-encoding: base64\n',
      'AAAA\n',
      '%23h1%2Fa',
    ]
    for (const text of texts)
      expect([...handInLinks(text.repeat(5_000_000 / text.length))].length).toBeGreaterThanOrEqual(0)
  })
})
