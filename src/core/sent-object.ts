import type { OutboundTls } from './outbound-client.js';
import type { SealedFile } from './sealed-file.js';

/** Another node, to which objects are sent. */
export type Destination =
  | {
      readonly service: 'dimse';
      readonly aeTitle: string;
      readonly host: string;
      readonly port: number;
      /** With which we call. */
      readonly callingAeTitle: string;
      /** Absent: without TLS. */
      readonly tls?: OutboundTls;
    }
  | {
      readonly service: 'dicomweb';
      /** Of the service: `/studies` follows. */
      readonly url: string;
      readonly tls?: OutboundTls;
      /** Of the header Authorization. */
      readonly authorization?: string;
    };

/** A DICOM file that is to be sent. */
export interface ObjectToSend {
  readonly id: number;
  readonly studyUid: string;
  readonly instanceUid: string;
  readonly sopClassUid: string;
  readonly transferSyntaxUid: string;
  readonly file: SealedFile;
}

/**
 * Why an object was not sent: the status of the answer (of DIMSE in hexadecimal digits), or one of these words;
 * never text of the destination.
 */
export type SendReason =
  | `status_${string}`
  | `http_${number}`
  | 'no_connection'
  | 'untrusted_certificate'
  | 'association_rejected'
  | 'association_aborted'
  | 'not_negotiated'
  | 'timeout'
  | 'invalid_answer'
  | 'unreadable_object'
  | 'object_gone'
  | 'sender_lost'
  | 'given_up';

/**
 * How an attempt ended: the destination has the object (with a warning, or had it before); it refuses it for
 * good; or it may be tried again.
 */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly reason?: SendReason }
  | { readonly kind: 'refused'; readonly reason: SendReason }
  | { readonly kind: 'not-now'; readonly reason: SendReason };

/** What a sender asks and says while it works. */
export interface SendCaller {
  /** Before an object is sent; false: it is not to be sent any more. */
  begin(id: number): Promise<boolean>;
  /** After an attempt: the next object follows when this is stored. */
  end(input: { readonly id: number; readonly outcome: SendOutcome }): Promise<void>;
}
