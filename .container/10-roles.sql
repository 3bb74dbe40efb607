-- Who owns the tables and migrates, and who serves: the second may only do what the first grants it.
create role hotel_owner login;
create role hotel_app login;
create database hotel owner hotel_owner;
revoke connect, temporary on database hotel from public;
grant connect, temporary on database hotel to hotel_app;
