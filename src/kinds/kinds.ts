import type { Kind } from "../model/kind.ts";
import { adaptiveSchemaKind } from "./adaptive-schema/adaptive-schema.ts";
import { agentInstructionsKind } from "./agent-instructions/agent-instructions.ts";
import { collectionKind } from "./collection/collection.ts";
import { externalLinkKind } from "./external-link/external-link.ts";
import { memberKind } from "./member/member.ts";
import { openapiSpecKind } from "./openapi-spec/openapi-spec.ts";
import { organizationKind } from "./organization/organization.ts";
import { redirectKind } from "./redirect/redirect.ts";
import { samlProviderKind } from "./saml-provider/saml-provider.ts";
import { sectionKind } from "./section/section.ts";
import { sectionGroupKind } from "./section-group/section-group.ts";
import { shareLinkKind } from "./share-link/share-link.ts";
import { siteKind } from "./site/site.ts";
import { siteCustomizationKind } from "./site-customization/site-customization.ts";
import { siteSpaceKind } from "./site-space/site-space.ts";
import { spaceKind } from "./space/space.ts";
import { teamKind } from "./team/team.ts";
import { translationKind } from "./translation/translation.ts";
import { visitorAuthKind } from "./visitor-auth/visitor-auth.ts";

/** Every kind, one per folder. Generated from the folders by `npm run generate`. */
export const kinds: readonly Kind[] = [
  adaptiveSchemaKind,
  agentInstructionsKind,
  collectionKind,
  externalLinkKind,
  memberKind,
  openapiSpecKind,
  organizationKind,
  redirectKind,
  samlProviderKind,
  sectionKind,
  sectionGroupKind,
  shareLinkKind,
  siteKind,
  siteCustomizationKind,
  siteSpaceKind,
  spaceKind,
  teamKind,
  translationKind,
  visitorAuthKind,
];
