/** A token (RFC 9110, section 5.6.2). */
export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
/** Visible characters, spaces and tabs (RFC 9110, section 5.5), as fetch and Node take them. */
export const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers that frame a message. The server sets them (RFC 9112, section 6). */
const framing = /^(?:connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

export const isFraming = (name: string) => framing.test(name);

const secret = /^(?:authorization|cookie|proxy-authorization|set-cookie|x-api-key)$/i;

/** Whether what a header of that name says is never shown. */
export const isSecretHeader = (name: string) => secret.test(name);
