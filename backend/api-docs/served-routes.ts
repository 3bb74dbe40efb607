import type { Permission } from '@domain/masters/staff-role.js';
import { HttpStatus, RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { PERMISSION } from '../platform/http/permission.js';

/** A call as Nest serves it. */
export type ServedRoute = {
  /** Such as `PUT /api/booking/:id`. */
  name: string;
  method: string;
  path: string;
  /** Such as `BookingController_amend`. */
  operationId: string;
  status: number;
  permission: Permission | 'everybody';
};

/** Every call of these controllers, from the metadata that Nest itself registers routes by. */
export function servedRoutes(controllers: readonly Type[]): ServedRoute[] {
  return controllers.flatMap((controller) => {
    const base: string = Reflect.getMetadata(PATH_METADATA, controller);
    const { prototype } = controller;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((key): ServedRoute[] => {
      const handler: object = prototype[key];
      const code: RequestMethod | undefined = Reflect.getMetadata(METHOD_METADATA, handler);
      if (code === undefined) return [];
      const method = RequestMethod[code];
      const path = `/${base}/${Reflect.getMetadata(PATH_METADATA, handler)}`
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1');
      return [
        {
          name: `${method} ${path}`,
          method,
          path,
          operationId: `${controller.name}_${key}`,
          status:
            Reflect.getMetadata(HTTP_CODE_METADATA, handler) ??
            (code === RequestMethod.POST ? HttpStatus.CREATED : HttpStatus.OK),
          permission: Reflect.getMetadata(PERMISSION, handler) ?? Reflect.getMetadata(PERMISSION, controller),
        },
      ];
    });
  });
}
